import { useTexts } from '../../texts/texts.tsx';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (known: [RegExp, string][], text: string) => known.find(([sign]) => sign.test(text))?.[1];

/** Browser and system, as far as what the browser says of itself can be trusted; null where it says nothing known. */
function deviceOf(userAgent: string | null): { browser: string; system: string } | null {
  const browser = firstOf(browsers, userAgent ?? '');
  const system = firstOf(systems, userAgent ?? '');
  return browser && system ? { browser, system } : null;
}

/** What to call a device in the reader's language. */
export function useDeviceName() {
  const { account } = useTexts();
  return (userAgent: string | null) => {
    const device = deviceOf(userAgent);
    return device ? account.device(device.browser, device.system) : account.unknownDevice;
  };
}
