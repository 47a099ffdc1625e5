const MEDIA_TYPE = /^(?!multipart\/|message\/)[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/i;

/** Without its parameters, which others chose. Multipart types would be rebuilt instead of attached. */
export function plainMediaType(type: string): string {
  const plain = type.split(';', 1)[0]?.trim() ?? '';
  return MEDIA_TYPE.test(plain) ? plain : 'application/octet-stream';
}
