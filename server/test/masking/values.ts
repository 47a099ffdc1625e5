import fc from 'fast-check';
import { knownPersonal } from '../../src/features/records/masking/known-values.rules.ts';

/** Letters of many scripts, including those that combining marks change. */
const SCRIPTS = [
  'abcdefghijklmnopqrstuvwxyz',
  'äöüßéèêñçåøæœžščřůğışţăâîłąęóśźżďťľ',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяїєґ',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'अआइईउऊएकखगघचछजटठडतथदनपफबभमयरलवशसह',
  'กขคงจชซญดตถทนบปผพมยรลวสหอ',
  '山田佐藤鈴木高橋王李張劉陳楊赵黄周吴',
  '김이박최정강조윤장임한오서신권황안송전홍',
  'がぎぐげござじずぜぞだぢづでどばびぶべぼ',
] as const;

const UPPER = SCRIPTS.slice(0, 4) as readonly string[];

const letter = fc.constantFrom(...SCRIPTS.flatMap((script) => Array.from(script)));
const sign = fc.constantFrom(...'0123456789-_.:/+!?#$%&=\\\'"<>()[]{}@*~^ ');

/** Whether a text can be stored and has enough readable characters to be recognized. */
const isTelling = (value: string) =>
  value.isWellFormed() &&
  !value.includes('\0') &&
  value.replace(/[\s\p{C}*.…_+]/gu, '').length >= 8 &&
  !/^[\s\p{M}]|[\s]$/u.test(value);

/** Secrets of 8 or more characters, from all of Unicode. */
export const secrets: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.string({ minLength: 8, maxLength: 40, unit: 'binary' }),
    fc.string({ minLength: 8, maxLength: 30, unit: 'grapheme' }),
    fc
      .array(fc.oneof({ arbitrary: letter, weight: 3 }, sign), { minLength: 8, maxLength: 60 })
      .map((all) => all.join('')),
    fc
      .array(fc.stringMatching(/^[a-zäöü0-9]{4,14}$/), { minLength: 2, maxLength: 4 })
      .map((lines) => lines.join('\n')),
    fc.string({ minLength: 600, maxLength: 1400, unit: letter }),
  )
  .filter(isTelling);

const word = (script: string) =>
  fc
    .array(fc.constantFrom(...Array.from(script)), { minLength: 3, maxLength: 12 })
    .map((letters) => letters.join(''));
const capital = (text: string) => {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('');
};

/** Names that the rules search for: three letters, two in scripts without words, and not just a particle. */
export const names: fc.Arbitrary<string> = fc
  .constantFrom(...SCRIPTS)
  .chain((script) =>
    fc
      .array(word(script), { minLength: 1, maxLength: 2 })
      .map((words) => (UPPER.includes(script) ? words.map(capital) : words).join(' ')),
  )
  .filter((value) => knownPersonal([{ kind: 'name', value }]).length > 0);

const digits = (min: number, max = min) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
const words = fc.constantFrom(
  ...'order shipped blue shirt cotton invoice paid refund stock warehouse gift card express delivery size large'.split(
    ' ',
  ),
  ...'Bestellung versendet Rechnung bezahlt Lager Größe Farbe grün Gutschein Lieferung Paket zurück über'.split(
    ' ',
  ),
  ...'commande expédiée facture payée stock chemise bleue taille cadeau livraison été reçu'.split(' '),
  ...'pedido enviado factura pagada camisa azul tamaño regalo envío almacén número año'.split(' '),
  ...'заказ отправлен счёт оплачен склад рубашка синяя подарок доставка'.split(' '),
  ...[
    '注文',
    '発送済み',
    '請求書',
    '在庫',
    '订单',
    '已发货',
    '库存',
    '주문',
    '배송',
    '재고',
    'đơn hàng',
    'zamówienie',
  ],
);
const joined = (separator: string, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((all) => all.join(separator));
const two = (text: number) => String(text).padStart(2, '0');
const day = fc
  .tuple(
    fc.integer({ min: 2015, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => ({ year, month: two(month), date: two(date) }));

/**
 * Content of responses that is not about a person: IDs, prices, dates, order numbers, sentences from
 * commerce.
 */
export const harmless: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.stringMatching(/^[a-z0-9]{6,14}$/),
  fc.stringMatching(/^[0-9a-f]{7,16}$/),
  joined('-', fc.constantFrom('ORD', 'INV', 'RE', 'PO', 'SKU', 'RMA'), digits(4), digits(2, 6)),
  joined('-', fc.stringMatching(/^[A-Z]{2,4}$/), fc.stringMatching(/^[A-Z]{3}$/), digits(2, 4)),
  digits(3, 8).map((number) => `#${number}`),
  joined('', fc.constantFrom('€', '$', '£', 'CHF '), digits(1, 4), fc.constant('.'), digits(2)),
  joined('', digits(1, 3), fc.constant(','), digits(2), fc.constantFrom(' €', ' EUR', ' zł', ' kr')),
  day.map(({ year, month, date }) => `${year}-${month}-${date}`),
  day.map(({ year, month, date }) => `${date}.${month}.${year}`),
  day.map(({ year, month, date }) => `${year}-${month}-${date}T10:${month}:${date}Z`),
  fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => all.join(' ')),
  joined(' ', words, digits(1, 6), words, words),
  joined(
    '',
    fc.constant('https://shop.example.com/'),
    words.map(encodeURIComponent),
    fc.constant('?page='),
    digits(1, 3),
  ),
  joined(
    '',
    fc.constant('<p>'),
    words,
    fc.constant('&nbsp;'),
    words,
    fc.constant('<br />\n'),
    words,
    fc.constant('</p>'),
  ),
  joined('', fc.constant('v'), digits(1), fc.constant('.'), digits(1, 2), fc.constant('.'), digits(1)),
);
