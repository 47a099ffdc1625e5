export { downloadUrl, openDownload } from './download-link.ts';
