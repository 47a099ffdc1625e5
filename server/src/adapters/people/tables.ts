const snake = (name: string) => name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);

/** Our column names for the fields of one of the library's tables. */
const columns = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, snake(name)])) as Record<Name, string>;

const times = ['createdAt', 'updatedAt'] as const;
const personColumn = { userId: 'person_id' };

export const userTable = { modelName: 'people', fields: columns('emailVerified', ...times) };

export const sessionTable = {
  modelName: 'people_sessions',
  fields: { ...columns('expiresAt', 'ipAddress', 'userAgent', ...times), ...personColumn },
  additionalFields: {
    seenAt: { type: 'date', required: false, input: false, fieldName: 'seen_at' },
    provenAt: { type: 'date', required: false, input: false, fieldName: 'proven_at' },
  },
} as const;

export const accountTable = {
  modelName: 'people_accounts',
  fields: {
    ...columns('accountId', 'providerId', 'accessToken', 'refreshToken', 'idToken', ...times),
    ...columns('accessTokenExpiresAt', 'refreshTokenExpiresAt'),
    ...personColumn,
  },
};

export const verificationTable = {
  modelName: 'people_verifications',
  fields: columns('expiresAt', ...times),
};

export const rateLimitTable = { modelName: 'people_rate_limits', fields: columns('lastRequest') };

export const passkeyTable = {
  modelName: 'people_passkeys',
  fields: {
    ...columns('publicKey', 'credentialID', 'deviceType', 'backedUp', 'createdAt'),
    ...personColumn,
  },
};

export const secondFactorTables = {
  user: { fields: columns('twoFactorEnabled') },
  twoFactor: {
    modelName: 'people_second_factors',
    fields: { ...columns('backupCodes', 'failedVerificationCount', 'lockedUntil'), ...personColumn },
  },
};
