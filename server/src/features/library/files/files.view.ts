import { publicFileUrl } from './file-keys.rules.ts';
import { type FileRow, type FileView, pictureTypes } from './files.schema.ts';

export const isPicture = (contentType: string) => pictureTypes.includes(contentType);

export interface FileUrlBase {
  baseUrl: string;
  storeId: string;
}

export const fileView = (row: FileRow, { baseUrl, storeId }: FileUrlBase): FileView => ({
  ...row,
  url: isPicture(row.contentType) ? publicFileUrl(baseUrl, storeId, row.key) : null,
});
