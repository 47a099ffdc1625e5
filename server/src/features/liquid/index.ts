export { checkLiquid } from './check-liquid.rules.ts';
export { LiquidJob } from './render-liquid.rules.ts';
export { usesOfLiquid } from './uses-of-liquid.rules.ts';
