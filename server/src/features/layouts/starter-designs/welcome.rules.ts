import { button, closing, heading, logo, looks, PALE, promise, space, text } from './parts.rules.ts';
import { starter } from './starter.rules.ts';

export const welcome = starter({
  category: 'transactional',
  requires: ['customer.account_url'],
  texts: {
    en: {
      subject: 'Welcome to {{ variables.shop.name }}',
      previewText: 'Your account is ready.',
      title: 'Welcome, {{ variables.customer.first_name | default: "friend" }}',
      lead: 'It is good to have you with us.',
      account:
        'Your account at {{ variables.shop.name }} is ready. In it you find your orders, your addresses, and whatever you put aside for later.',
      open: 'Go to your account',
      lasting: { title: 'Made to last', about: 'Chosen by people who use these things every day.' },
      quick: { title: 'Sent in two days', about: 'From our own workshop, in paper and card.' },
      returns: { title: 'Thirty days', about: 'Send back what does not suit you. No questions.' },
      closing:
        'You get this mail because you opened an account at <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.',
    },
    de: {
      subject: 'Willkommen bei {{ variables.shop.name }}',
      previewText: 'Ihr Konto ist bereit.',
      title:
        'Willkommen{% if variables.customer.first_name != blank %}, {{ variables.customer.first_name }}{% endif %}',
      lead: 'Schön, dass Sie da sind.',
      account:
        'Ihr Konto bei {{ variables.shop.name }} ist bereit. Darin finden Sie Ihre Bestellungen, Ihre Adressen und alles, was Sie sich gemerkt haben.',
      open: 'Zu Ihrem Konto',
      lasting: {
        title: 'Für lange gemacht',
        about: 'Ausgesucht von Leuten, die diese Dinge jeden Tag benutzen.',
      },
      quick: { title: 'In zwei Tagen da', about: 'Aus unserer eigenen Werkstatt, in Papier und Karton.' },
      returns: { title: 'Dreißig Tage', about: 'Schicken Sie zurück, was nicht passt. Ohne Fragen.' },
      closing:
        'Sie bekommen diese E-Mail, weil Sie bei <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a> ein Konto eröffnet haben.',
    },
  },
  design: (t, { shop, customer }) => ({
    global: { ...looks.order, fontFamily: 'georgia' },
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, { align: 'center', background: PALE, ...space(44, 6) }),
      text(`<p>${t.lead}</p>`, { align: 'center', background: PALE, ...space(0, 44) }),
      text(`<p>${t.account}</p>`, { align: 'center', ...space(28, 8) }),
      button(t.open, '{{ variables.customer.account_url }}', space(8, 24)),
      { type: 'divider' },
      {
        type: 'columns',
        ratio: '1-1-1',
        padding: { top: 8, bottom: 24 },
        columns: [promise(t.lasting), promise(t.quick), promise(t.returns)],
      },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer: { ...customer, account_url: 'https://shop.example/account' },
    },
  }),
});
