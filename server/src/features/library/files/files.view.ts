import { publicFileUrl } from './file-keys.rules.ts';
import { type FileRow, type FileView, pictureTypes } from './files.schema.ts';

export const isPicture = (contentType: string) => pictureTypes.includes(contentType);

export interface Place {
  baseUrl: string;
  storeId: string;
}

export const fileView = (row: FileRow, { baseUrl, storeId }: Place): FileView => ({
  ...row,
  url: isPicture(row.contentType) ? publicFileUrl(baseUrl, storeId, row.key) : null,
});
