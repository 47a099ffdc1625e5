import { withClient } from '../server/test/harness/postgres.ts';
import type { BenchStage } from './stage.ts';

/** Layouts of an average store. */
export const PER_STORE = 5;

/** Rows per insert. */
const SLICE = 50_000;

const paragraph =
  '<p>Hi {{ variables.customer.first_name }}, thank you for your order {{ variables.order.name }}. We are packing it now and write again when it is on its way to you.</p>';

/** About 2 KB, like a small shop's design. */
const design = JSON.stringify({
  header: { blocks: [{ type: 'logo', alt: '{{ variables.shop.name }}' }] },
  blocks: [
    { type: 'heading', level: 1, text: 'Thank you' },
    ...Array.from({ length: 6 }, () => ({ type: 'text', html: paragraph })),
    { type: 'items', source: 'variables.order.line_items' },
    { type: 'summary', rows: [{ label: 'Total', value: '{{ variables.order.total | money: "EUR" }}' }] },
    { type: 'button', label: 'See your order', url: 'https://shop.example/{{ variables.order.id }}' },
    { type: 'text', html: '<p>Questions? Just answer this mail.</p>' },
  ],
});

export const storeOf = (number: number) => `md5('bench store ' || ${number})::uuid`;

const ROWS = `
  with made as (
    select md5('bench store ' || (case when $3 then 0 else 1 + n / ${PER_STORE} end))::uuid as store_id,
      md5('bench layout ' || $3 || n)::uuid as id, n
    from generate_series($1::int, $2::int - 1) as n
  ), layouts_made as (
    insert into layouts (store_id, id, name, description, body_type, category, default_locale, subject,
      preview_text, version, created_at, updated_at)
    select store_id, id, 'Order confirmation ' || n, 'Goes out when an order is paid, number ' || n, 'visual',
      case when n % 4 = 0 then 'marketing' else 'transactional' end, 'en',
      'Your order {{ variables.order.name }} at shop ' || n, 'Thank you', 1,
      now() - n * interval '1 second', now() - n * interval '1 second'
    from made returning store_id, id
  )
  insert into layout_languages (store_id, layout_id, locale, subject, preview_text, body_design)
  select store_id, id, 'en', 'Your order {{ variables.order.name }} at shop', 'Thank you', $4::json
  from layouts_made`;

/** Loads layouts in stores of five, and one more store with `inOneStore` layouts. */
export async function loadLayouts(stage: BenchStage, size: number, inOneStore: number) {
  await withClient(stage.url, async (client) => {
    await client.query(
      `insert into stores (id, name) select ${storeOf(0).replace('|| 0', '|| n')}, 'Bench' from generate_series(0, $1::int) as n`,
      [Math.ceil(size / PER_STORE)],
    );
    // Skips foreign key checks, which would take most of the time: all rows come from this function.
    await client.query("set session_replication_role = 'replica'");
    const fill = async (count: number, isOne: boolean) => {
      for (let from = 0; from < count; from += SLICE)
        await client.query(ROWS, [from, Math.min(from + SLICE, count), isOne, design]);
    };
    await fill(size, false);
    await fill(inOneStore, true);
    await client.query(
      'insert into layout_totals select store_id, category, count(*) from layouts group by store_id, category',
    );
    // Autovacuum would do this as rows arrive.
    await client.query('vacuum analyze stores, layouts, layout_languages, layout_totals');
  });
}
