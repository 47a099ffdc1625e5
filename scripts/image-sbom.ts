import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { LockedPackage } from './locked-packages.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
}

interface Bom {
  serialNumber: string;
  metadata: { component: object };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Contents {
  version: string;
  /** By path in node_modules. */
  packages: ReadonlyMap<string, LockedPackage>;
  debian: readonly { name: string; version: string }[];
  node: string;
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function component(type: string, name: string, version: string, purl: string) {
  return { 'bom-ref': purl, type, name, version, purl };
}

/**
 * The contents of the image, as CycloneDX: the npm packages of `npm run sbom` that are in the image, Node,
 * and Debian's packages.
 */
export async function imageSbom({ version, packages, debian, node }: Contents): Promise<object> {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const bom: Bom = JSON.parse(stdout);
  const inside = new Set([...packages].map(([place, locked]) => `${nameOf(place)}@${locked.version}`));
  const fromNpm = bom.components.filter(({ name, version }) => inside.has(`${name}@${version}`));
  const known = new Set(fromNpm.map(({ name, version }) => `${name}@${version}`));
  const missing = [...inside].filter((each) => !known.has(each));
  if (missing.length > 0) throw new Error(`in no bill of materials: ${missing.join(', ')}`);
  const refs = new Set(fromNpm.map((each) => each['bom-ref']));
  return {
    ...bom,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: {
      ...bom.metadata,
      component: component('container', 'outstep', version, `pkg:oci/outstep@${encodeURIComponent(version)}`),
    },
    components: [
      component('application', 'node', node, `pkg:generic/node@${node}`),
      ...debian.map(({ name, version }) =>
        component('library', name, version, `pkg:deb/debian/${name}@${encodeURIComponent(version)}`),
      ),
      ...fromNpm,
    ],
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}
