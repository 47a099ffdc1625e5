import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../server/test/harness/app.ts';

/** Draws the images that emails load from us (`server/assets/mail`). Run it after changing a drawing. */

const folder = fileURLToPath(new URL('../server/assets/mail/', import.meta.url));

/** A gray that is visible on white and on black. */
const GROUND = '#5b6470';

const line = (d: string, width = 3.5) =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (d: string) => `<path d="${d}" fill="#fff"/>`;

const drawings: Record<string, string> = {
  facebook: shape(
    'M26 39V25.5h4.8l.8-5.6H26v-3.2c0-1.7.8-2.9 2.9-2.9h2.8V9.2C31 9.1 29.700 9 28.200 9c-4.400 0-7.200 2.600-7.200 7.200v3.700h-4.600v5.600H21V39z',
  ),
  instagram: `<rect x="12" y="12" width="24" height="24" rx="7" fill="none" stroke="#fff" stroke-width="3"/><circle cx="24" cy="24" r="5.500" fill="none" stroke="#fff" stroke-width="3"/><circle cx="31" cy="17" r="1.800" fill="#fff"/>`,
  x: line('M15 15 33 33M33 15 15 33', 4),
  youtube: `<rect x="10.500" y="14.500" width="27" height="19" rx="5.500" fill="#fff"/><path d="M21.500 19.500v9l7.500-4.500z" fill="${GROUND}"/>`,
  tiktok: line('M26 11v18.500a5.700 5.700 0 1 1-5.700-5.700M26 11c.3 4.600 3.400 7.500 8 7.800', 4),
  linkedin: `<circle cx="15.200" cy="14.800" r="2.700" fill="#fff"/>${shape('M12.900 19.600h4.600V34h-4.600zM20.400 19.600h4.400v2c.8-1.400 2.500-2.400 4.600-2.400 4.300 0 5.800 2.700 5.800 6.800v8h-4.600v-7.300c0-1.900-.5-3.500-2.600-3.500s-3 1.500-3 3.500V34h-4.600z')}`,
  pinterest: line(
    'M20.500 38 24.800 20.500M18 26.500c-2.800-3.300-2.600-8.300.6-11.200 3.300-2.900 8.700-2.900 11.900-.2 3.300 2.900 3.200 8.300.6 11.700-2.400 3.200-6.500 3.200-8.300.6',
  ),
  threads: line(
    'M31.500 18.500c-1.500-4-4.500-5.800-8-5.500-5.500.4-8.500 4.800-8.300 11.200.2 6.300 3.500 10.600 8.800 10.800 4.500.2 8.300-2.500 8.300-6.200 0-3.900-3.700-5.600-7.500-5.600-2.800 0-4.900 1.200-4.900 3.200 0 1.900 1.700 3 3.900 2.900 3.300-.2 4.500-2.700 4.300-6-.2-2.600-1.600-4.300-4.300-4.300-1.600 0-2.900.6-3.700 1.800',
    2.6,
  ),
  whatsapp: `${line('M12 36.500 14 30a12.300 12.300 0 1 1 4.500 4.400z', 3)}${shape('M19.800 17.300c.6-.5 1.300-.4 1.700.3l1.100 2.100c.3.500.2 1-.2 1.400l-.8.900c.9 1.800 2.300 3.200 4.200 4.100l1-.9c.4-.4.900-.5 1.400-.2l2 1.200c.6.4.700 1 .3 1.600-.9 1.500-2.600 2.300-4.300 1.800-4.200-1.200-7.300-4.400-8.300-8.600-.3-1.400.6-2.800 1.900-3.700z')}`,
  telegram: shape(
    'M9.500 23.600 37 12.500c1.300-.5 2.400.3 2 2.100l-4.600 21c-.3 1.500-1.300 1.900-2.600 1.200l-7-5.200-3.400 3.300c-.4.4-.7.700-1.400.7l.5-7.200 12.900-11.700c.6-.5-.1-.8-.9-.3L16.700 26.500l-6.800-2.100c-1.500-.5-1.500-.4-.4-.8z',
  ),
  email: `<rect x="11" y="15" width="26" height="18.500" rx="3" fill="none" stroke="#fff" stroke-width="3"/>${line('m12.500 17.500 11.500 9 11.500-9', 3)}`,
  website: `<circle cx="24" cy="24" r="12.500" fill="none" stroke="#fff" stroke-width="2.800"/><ellipse cx="24" cy="24" rx="5.500" ry="12.500" fill="none" stroke="#fff" stroke-width="2.800"/>${line('M12 24h24', 2.8)}`,
};

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 96, height: 96 } });
for (const [name, drawing] of Object.entries(drawings)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="96" height="96" style="display:block"><circle cx="24" cy="24" r="24" fill="${GROUND}"/>${drawing}</svg>`;
  await page.setContent(`<style>*{margin:0;background:transparent}</style>${svg}`);
  await page.screenshot({ path: `${folder}social-${name}.png`, omitBackground: true });
}
await browser.close();
