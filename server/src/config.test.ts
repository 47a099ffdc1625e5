import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const settings = { OUTSTEP_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };

describe('where the engine is', () => {
  test('at the ports of the one that serve starts, also for a command in another terminal', () => {
    expect(readConfig({ ...settings, OUTSTEP_ENGINE_PORTS: '18080,19070,15122' })).toMatchObject({
      engineIngressUrl: 'http://127.0.0.1:18080',
      engineAdminUrl: 'http://127.0.0.1:19070',
      engineIsConfigured: false,
    });
  });

  test('where it is said to be, whatever the ports', () => {
    const urls = { RESTATE_INGRESS_URL: 'http://engine:1', RESTATE_ADMIN_URL: 'http://engine:2' };
    expect(readConfig({ ...settings, ...urls, OUTSTEP_ENGINE_PORTS: '18080,19070,15122' })).toMatchObject({
      engineIngressUrl: 'http://engine:1',
      engineAdminUrl: 'http://engine:2',
      engineIsConfigured: true,
    });
  });
});
