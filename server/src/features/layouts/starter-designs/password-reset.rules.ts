import { button, closing, heading, logo, looks, space, text } from './parts.rules.ts';
import { starter } from './starter.rules.ts';

export const passwordReset = starter({
  category: 'transactional',
  requires: ['reset.url', 'reset.minutes'],
  texts: {
    en: {
      subject: 'Choose a new password for {{ variables.shop.name }}',
      previewText: 'The link works for {{ variables.reset.minutes }} minutes.',
      title: 'Choose a new password',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, somebody asked for a new password for your account at {{ variables.shop.name }}. If that was you, choose one now:',
      choose: 'Choose a new password',
      limits: 'The link works once, and for {{ variables.reset.minutes }} minutes.',
      whole: 'If the button does not work, copy this address into your browser:',
      calmTitle: 'It was not you?',
      calm: 'Then you have nothing to do. Your password stays what it is, and nobody has seen it.',
      closing: 'We never ask for your password, neither by mail nor by phone.',
    },
    de: {
      subject: 'Neues Passwort für {{ variables.shop.name }} wählen',
      previewText: 'Der Link gilt {{ variables.reset.minutes }} Minuten.',
      title: 'Neues Passwort wählen',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, für Ihr Konto bei {{ variables.shop.name }} wurde ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie jetzt eines:',
      choose: 'Neues Passwort wählen',
      limits: 'Der Link gilt einmal und {{ variables.reset.minutes }} Minuten lang.',
      whole: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
      calmTitle: 'Das waren nicht Sie?',
      calm: 'Dann müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist, und niemand hat es gesehen.',
      closing: 'Nach Ihrem Passwort fragen wir nie, weder per E-Mail noch am Telefon.',
    },
  },
  design: (t, { shop, customer }) => ({
    global: { ...looks.order, width: 520 },
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, space(16, 4)),
      text(`<p>${t.lead}</p>`),
      button(t.choose, '{{ variables.reset.url }}', { fullWidth: true, ...space(10, 6) }),
      text(`<p>${t.limits}</p>`, { fontSize: 14, ...space(6, 16) }),
      text(`<p>${t.whole}<br>{{ variables.reset.url }}</p>`, {
        fontSize: 14,
      }),
      { type: 'divider' },
      heading(t.calmTitle, 2, space(10, 0)),
      text(`<p>${t.calm}</p>`, { fontSize: 14, ...space(4, 28) }),
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      reset: { url: 'https://shop.example/reset/7Kq2vX', minutes: 60 },
    },
  }),
});
