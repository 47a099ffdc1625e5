import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import type { AuthSecret } from './auth.ts';

const BATCH = 500;

type AuthSecrets = readonly [AuthSecret, ...AuthSecret[]];

/** The prefix of values sealed with the current secret. */
const sealedBy = ([{ version }]: AuthSecrets) => `$ba$${version}$%`;

const OTHERS = 'secret not like $1 or backup_codes not like $1';

interface SealedSecondFactor {
  id: string;
  secret: string;
  backup_codes: string;
}

/** Counts the second factors that are not sealed with the current secret. */
export async function countSealedWithOtherSecrets(client: pg.Client, secrets: AuthSecrets): Promise<number> {
  const counted = await client.query<{ count: number }>(
    `select count(*)::int as count from people_second_factors where ${OTHERS}`,
    [sealedBy(secrets)],
  );
  return counted.rows[0]?.count ?? 0;
}

/** Seals every second factor with the current secret; one that was changed meanwhile is left for the next round. */
export async function resealSecondFactors(client: pg.Client, secrets: AuthSecrets): Promise<number> {
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0].version,
  };
  const reseal = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  let resealed = 0;
  for (;;) {
    const { rows } = await client.query<SealedSecondFactor>(
      `select id, secret, backup_codes from people_second_factors where ${OTHERS} limit ${BATCH}`,
      [sealedBy(secrets)],
    );
    for (const { id, secret, backup_codes: codes } of rows) {
      const { rowCount } = await client.query(
        `update people_second_factors set secret = $4, backup_codes = $5
         where id = $1 and secret = $2 and backup_codes = $3`,
        [id, secret, codes, await reseal(secret), await reseal(codes)],
      );
      resealed += rowCount ?? 0;
    }
    if (rows.length < BATCH) return resealed;
  }
}
