export { resolveSecrets } from './resolve-secrets.ts';
