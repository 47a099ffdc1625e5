import { expect, test } from 'vitest';
import { readTraceparent, traceOf } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`00-${TRACE}-${SPAN}-00`, 0],
  [`00-${TRACE}-${SPAN}-ff`, 1],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, 1],
])('continues the trace of %s', (text, traceFlags) => {
  const found = readTraceparent(text);
  expect(found).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags });
  expect(traceOf(found as NonNullable<typeof found>)).toEqual({
    id: TRACE,
    traceparent: `00-${TRACE}-${SPAN}-0${traceFlags}`,
  });
});

test.each([
  undefined,
  '',
  [`00-${TRACE}-${SPAN}-01`],
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-011`,
  `00-${TRACE}-${SPAN}-01\n`,
  `x00-${TRACE}-${SPAN}-01`,
  'ermintrude@customers.example',
])('ignores the invalid %j', (value) => expect(readTraceparent(value)).toBeNull());
