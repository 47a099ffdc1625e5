import pg from 'pg';
import { databaseOperationError, isConnectionError } from './database-errors.ts';
import { limitColumns, ORDINARY_LIMITS } from './limits.ts';

/** The part of a pool that a query builder needs. */
export interface RolePool {
  connect(): Promise<RoleClient>;
  end(): Promise<void>;
}

interface RoleClient {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  release(): void;
}

export interface RolePoolOptions {
  url: string;
  /** Must be a plain name. */
  role: string;
  maxConnections: number;
  onError(error: Error): void;
}

/**
 * Connections on which every statement is a separate transaction under one role, whatever the login: a role
 * set for the whole connection would leak through a pooler.
 */
export function createRolePool({ url, role, maxConnections, onError }: RolePoolOptions): RolePool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: ORDINARY_LIMITS.silentMs,
    keepAlive: true,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    application_name: 'outstep',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  /** Turns temporary failures of the database into an `OperationError` (contract: Every answer 11). */
  const refuse = (error: unknown): never => {
    const refusal = databaseOperationError(error);
    if (refusal) onError(error as Error);
    throw refusal ?? error;
  };
  return {
    async connect() {
      const client = await pool.connect().catch(refuse);
      let broken = false;
      return {
        async query(text, values) {
          try {
            await client.query(
              `begin; select set_config('role', '${role}', true), ${limitColumns(ORDINARY_LIMITS)}`,
            );
            const result = await client.query(text, values);
            await client.query('commit');
            return result;
          } catch (error) {
            // If a read-only connection went back to the pool, its next user would fail.
            broken ||= isConnectionError(error);
            // A connection that may still have the role is never reused.
            await client.query('rollback').catch((fault) => {
              broken = true;
              onError(fault);
            });
            return refuse(error);
          }
        },
        release: () => client.release(broken),
      };
    },
    end: () => pool.end(),
  };
}
