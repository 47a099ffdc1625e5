export { compileLayoutDesign } from './compile-layout-design.ts';
