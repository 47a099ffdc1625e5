/** Default footer texts of marketing emails. */
interface BuiltInFooterTexts {
  /** A question, so that any label can follow it. */
  unsubscribeText: string;
  unsubscribeLinkLabel: string;
}

const text = (unsubscribeText: string, unsubscribeLinkLabel: string): BuiltInFooterTexts => ({
  unsubscribeText,
  unsubscribeLinkLabel,
});

export const builtInTexts: Readonly<Record<string, BuiltInFooterTexts>> & { en: BuiltInFooterTexts } = {
  en: text('No longer want to receive these emails? {{ unsubscribe_link }}', 'Unsubscribe'),
  de: text('Sie möchten diese E-Mails nicht mehr erhalten? {{ unsubscribe_link }}', 'Abmelden'),
  fr: text('Vous ne souhaitez plus recevoir ces e-mails\u00a0? {{ unsubscribe_link }}', 'Se désabonner'),
  es: text('¿Ya no quieres recibir estos correos? {{ unsubscribe_link }}', 'Darse de baja'),
  it: text('Non vuoi più ricevere queste email? {{ unsubscribe_link }}', 'Annulla l’iscrizione'),
  pt: text('Já não pretende receber estes e-mails? {{ unsubscribe_link }}', 'Cancelar subscrição'),
  'pt-br': text('Não quer mais receber estes e-mails? {{ unsubscribe_link }}', 'Cancelar inscrição'),
  nl: text('Wilt u deze e-mails niet meer ontvangen? {{ unsubscribe_link }}', 'Afmelden'),
  da: text('Vil du ikke længere modtage disse e-mails? {{ unsubscribe_link }}', 'Afmeld'),
  sv: text('Vill du inte längre få de här mejlen? {{ unsubscribe_link }}', 'Avsluta prenumerationen'),
  nb: text('Vil du ikke lenger motta disse e-postene? {{ unsubscribe_link }}', 'Meld deg av'),
  fi: text('Etkö halua enää saada näitä sähköposteja? {{ unsubscribe_link }}', 'Peruuta tilaus'),
  pl: text('Nie chcesz już otrzymywać tych wiadomości? {{ unsubscribe_link }}', 'Wypisz się'),
  cs: text('Nechcete již dostávat tyto e-maily? {{ unsubscribe_link }}', 'Odhlásit odběr'),
  sk: text('Neželáte si už dostávať tieto e-maily? {{ unsubscribe_link }}', 'Odhlásiť odber'),
  hu: text('Nem szeretné többé megkapni ezeket az e-maileket? {{ unsubscribe_link }}', 'Leiratkozás'),
  ro: text('Nu mai doriți să primiți aceste e-mailuri? {{ unsubscribe_link }}', 'Dezabonare'),
  bg: text('Не желаете повече да получавате тези имейли? {{ unsubscribe_link }}', 'Отписване'),
  el: text('Δεν θέλετε πλέον να λαμβάνετε αυτά τα email; {{ unsubscribe_link }}', 'Κατάργηση εγγραφής'),
  tr: text('Bu e-postaları artık almak istemiyor musunuz? {{ unsubscribe_link }}', 'Abonelikten çık'),
  ru: text('Не хотите больше получать эти письма? {{ unsubscribe_link }}', 'Отписаться'),
  uk: text('Не хочете більше отримувати ці листи? {{ unsubscribe_link }}', 'Відписатися'),
  ar: text('هل لم تعد ترغب في تلقي هذه الرسائل؟ {{ unsubscribe_link }}', 'إلغاء الاشتراك'),
  he: text('לא מעוניינים לקבל עוד את ההודעות האלה? {{ unsubscribe_link }}', 'להסרה מרשימת התפוצה'),
  ja: text('今後メールの配信を希望されない場合はこちら：{{ unsubscribe_link }}', '配信停止'),
  zh: text('不想再收到此类邮件？{{ unsubscribe_link }}', '退订'),
  'zh-tw': text('不想再收到這類郵件？{{ unsubscribe_link }}', '取消訂閱'),
  ko: text('더 이상 이메일 수신을 원하지 않으시나요? {{ unsubscribe_link }}', '수신 거부'),
  hi: text('क्या आप अब ये ईमेल प्राप्त नहीं करना चाहते? {{ unsubscribe_link }}', 'सदस्यता छोड़ें'),
  th: text('ไม่ต้องการรับอีเมลเหล่านี้อีกต่อไปใช่ไหม {{ unsubscribe_link }}', 'ยกเลิกการรับอีเมล'),
  vi: text('Bạn không muốn nhận những email này nữa? {{ unsubscribe_link }}', 'Hủy đăng ký'),
  id: text('Tidak ingin menerima email ini lagi? {{ unsubscribe_link }}', 'Berhenti berlangganan'),
};

/** Other names of these languages, and languages served by a related one. */
const otherNames: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id', yue: 'zh' };

const known = (name: string) => (Object.hasOwn(builtInTexts, name) ? builtInTexts[name] : undefined);

/** Intl does not accept every shape of our locales. */
function subtags(locale: string): { region: string; script: string } {
  try {
    const { region = '' } = new Intl.Locale(locale);
    const { script = '' } = new Intl.Locale(locale).maximize();
    return { region: region.toLowerCase(), script };
  } catch {
    return { region: '', script: '' };
  }
}

/** Exact locale, then language and region without the script, then the language, then English. */
export function builtInText(field: keyof BuiltInFooterTexts, locale: string): string {
  const wanted = locale.toLowerCase().replaceAll('_', '-');
  const [base = ''] = wanted.split('-');
  const language = Object.hasOwn(otherNames, base) ? (otherNames[base] as string) : base;
  const { region, script } = subtags(wanted);
  // Variants of Chinese differ by script; the region only hints at it.
  const variant = language === 'zh' ? (script === 'Hant' ? 'zh-tw' : 'zh') : `${language}-${region}`;
  const { [field]: found } = known(variant) ?? known(language) ?? builtInTexts.en;
  return found;
}
