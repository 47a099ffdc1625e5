import type { Section } from './rule.ts';
import { accessSections } from './rules-access.ts';
import { endpointSections } from './rules-endpoints.ts';
import { resourceSections } from './rules-resources.ts';

/**
 * Everything the specification demands, in its order. Ids come from its headings:
 *
 * - `<Heading> <n>` is a numbered rule, or the nth bullet or sentence where it has no numbers;
 *   `9a` is the first bullet below rule 9;
 * - `<Heading>: <field>` is a row of a field table, `Limit: <name>` one of the limits;
 * - `Endpoint <METHOD> <path>`, `Tool <name>`, `State <name>`, `Status <code>`, `Key level <name>`,
 *   `Tool level <name>` are rows of those tables.
 *
 * A number is missing where the specification only states that something is not shown. Ids hold no comma,
 * semicolon or parenthesis, because tests cite them as `(spec: <id>; <id>)`.
 */
export const sections: readonly Section[] = [...resourceSections, ...endpointSections, ...accessSections];
