/** RFC 3492, section 5: the parameters of Punycode. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST] = [36, 1, 26, 38, 700, 72, 128];

const digitOf = (sign: string) => {
  const code = sign.charCodeAt(0);
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : BASE;
};

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** One label after its `xn--`; `null` if it is no Punycode. */
function decoded(label: string): string | null {
  const dash = label.lastIndexOf('-');
  const output = [...label.slice(0, Math.max(0, dash))];
  let [point, at, bias] = [FIRST, 0, FIRST_BIAS];
  for (let read = dash + 1; read < label.length; ) {
    const before = at;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = digitOf(label.charAt(read++));
      if (digit >= BASE || at > Number.MAX_SAFE_INTEGER / BASE ** 2) return null;
      at += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const points = output.length + 1;
    bias = adapt(at - before, points, before === 0);
    point += Math.floor(at / points);
    at %= points;
    if (point > 0x10ffff) return null;
    output.splice(at++, 0, String.fromCodePoint(point));
  }
  return output.join('');
}

/** A domain in ASCII as people read it. Labels that are no Punycode stay as they are. */
export const readableDomain = (domain: string) =>
  domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decoded(label.slice(4)) ?? label) : label))
    .join('.');
