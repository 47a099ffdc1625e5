export { findHttpRequest } from './http-requests.store.ts';
export { runHttpRequestStep } from './run-http-request-step.ts';
