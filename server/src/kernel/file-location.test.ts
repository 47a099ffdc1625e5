import { describe, expect, test } from 'vitest';
import { readFileLocation } from './file-location.ts';

const bucketOf = (text: string) => {
  const location = readFileLocation(text);
  return 'bucket' in location ? location.bucket : null;
};

test('reads a folder', () => {
  expect(readFileLocation('dir:/var/files')).toEqual({ folder: '/var/files' });
});

test('the host names an AWS bucket', () => {
  expect(bucketOf('s3://my-files.example')).toEqual({
    name: 'my-files.example',
    prefix: '',
    endpoint: null,
    region: null,
    style: 'host',
    encryption: null,
  });
});

test('a bucket of another server is addressed by path by default', () => {
  const text =
    's3://files/shop/a?endpoint=http://10.0.0.1:9000/&region=eu-1&encryption=aws:kms&kms-key=arn:aws:kms:a:1:key/b';
  expect(bucketOf(text)).toEqual({
    name: 'files',
    prefix: 'shop/a/',
    endpoint: 'http://10.0.0.1:9000',
    region: 'eu-1',
    style: 'path',
    encryption: { algorithm: 'aws:kms', keyId: 'arn:aws:kms:a:1:key/b' },
  });
  expect(bucketOf(`${text}&style=host`)?.style).toBe('host');
  expect(bucketOf('s3://files/?encryption=AES256')).toMatchObject({
    prefix: '',
    encryption: { algorithm: 'AES256', keyId: null },
  });
});

describe('rejects without repeating it', () => {
  const secret = 'hunter2';

  test.each([
    ['s3://AKIAIOSFODNN7:hunter2@files', /^must not hold credentials; .*AWS_ACCESS_KEY_ID/],
    ['s3://hunter2@files', /^must not hold credentials/],
    ['s3://files?secret-access-key=hunter2', /^must not hold credentials/],
    ['s3://files?AccessKeyId=hunter2', /^must not hold credentials/],
    ['s3://files?session_token=hunter2', /^must not hold credentials/],
    ['s3://files?endpoint=https://a:hunter2@host', /^must not hold credentials/],
    ['s3://files?hunter2=1', /^may use only these options, each at most once: endpoint, region/],
    ['s3://files?region=a&region=hunter2', /^may use only these options, each at most once/],
    ['s3://Hunter2', /^must be dir:/],
    ['s3:hunter2', /^must be dir:/],
    ['s3://', /^must be dir:/],
    ['s3://files:9000', /^must be dir:/],
    ['s3://ab', /^must be dir:/],
    ['https://hunter2', /^must be dir:/],
    ['dir:', /^must be dir:/],
    ['s3://files//a', /^the prefix/],
    ['s3://files/a%2fhunter2', /^the prefix/],
    ['s3://files/.../a', /^the prefix/],
    ['s3://files?endpoint=hunter2', /^endpoint must be/],
    ['s3://files?endpoint=ftp://hunter2', /^endpoint must be/],
    ['s3://files?endpoint=https://host/hunter2', /^endpoint must be/],
    ['s3://files?region=hunter2!', /^region must be/],
    ['s3://files?style=hunter2', /^style must be/],
    ['s3://files?encryption=hunter2', /^encryption must be/],
    ['s3://files?kms-key=hunter2', /^encryption must be/],
    ['s3://files?encryption=AES256&kms-key=hunter2', /^kms-key must be/],
  ])('%s', (text, sentence) => {
    expect(() => readFileLocation(text)).toThrow(sentence);
    expect(() => readFileLocation(text)).not.toThrow(new RegExp(secret, 'i'));
  });
});
