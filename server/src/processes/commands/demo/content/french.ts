import type { DemoTranslation } from './translation.ts';

/** French translations, by layout key. */
export const french: Readonly<Record<string, DemoTranslation>> = {
  'order-confirmation': {
    subject: 'Merci pour votre commande {{ variables.order.name }}',
    previewText: 'Nous la préparons.',
    words: {
      'Thank you{% if variables.customer.first_name != blank %}, {{ variables.customer.first_name }}{% endif %}!':
        'Merci{% if variables.customer.first_name %}, {{ variables.customer.first_name }}{% endif %} !',
      '<p>We’ve received your order and are getting it ready. We’ll email you when it ships.</p>':
        '<p>Nous avons bien reçu votre commande et nous la préparons. Nous vous écrirons dès son départ.</p>',
      'View your order': 'Voir votre commande',
      '<p><span style="font-size:13px">Order</span><br><b>{{ variables.order.name }}</b></p>':
        '<p><span style="font-size:13px">Commande</span><br><b>{{ variables.order.name }}</b></p>',
      '<p><span style="font-size:13px">Placed on</span><br><b>{{ variables.order.created_at | date: "medium" }}</b></p>':
        '<p><span style="font-size:13px">Passée le</span><br><b>{{ variables.order.created_at | date: "medium" }}</b></p>',
      'Your items': 'Votre commande',
      Subtotal: 'Sous-total',
      Discount: 'Remise',
      Shipping: 'Livraison',
      Total: 'Total',
      '<p><b>Ships to</b><br>{{ variables.order.address | newline_to_br }}</p>':
        '<p><b>Livraison à</b><br>{{ variables.order.address | newline_to_br }}</p>',
      '<p><span style="font-size:13px">Paid with</span><br><b>{{ variables.order.payment }}</b></p>':
        '<p><span style="font-size:13px">Payé avec</span><br><b>{{ variables.order.payment }}</b></p>',
      '<p><b>Your note</b><br>{{ variables.order.note }}</p>':
        '<p><b>Votre message</b><br>{{ variables.order.note }}</p>',
      '<p>Questions? Reply to this email or visit <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.</p>':
        '<p>Une question ? Répondez à ce message ou passez chez <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.</p>',
    },
  },
  'shipping-update': {
    subject: 'La commande {{ variables.order.name }} est en route',
    previewText: 'Arrivée prévue le {{ variables.shipment.expected_on | date: "long" }}.',
    words: {
      'Your package is on its way': 'Votre colis est en route',
      '<p>Hello {{ variables.customer.first_name | default: "there" }}, we handed your order <b>{{ variables.order.name }}</b> to {{ variables.shipment.carrier }} today.</p>':
        '<p>Bonjour{% if variables.customer.first_name %} {{ variables.customer.first_name }}{% endif %}, nous avons remis la commande <b>{{ variables.order.name }}</b> à {{ variables.shipment.carrier }} aujourd’hui.</p>',
      '<p><span style="font-size:14px">Expected delivery</span><br><b style="font-size:22px">{{ variables.shipment.expected_on | date: "long" }}</b></p>':
        '<p><span style="font-size:14px">Arrivée prévue le</span><br><b style="font-size:22px">{{ variables.shipment.expected_on | date: "long" }}</b></p>',
      'Track your package': 'Suivre votre colis',
      '<p>Tracking number {{ variables.shipment.tracking_number }}</p>':
        '<p>Numéro de suivi {{ variables.shipment.tracking_number }}</p>',
      'In this package': 'Dans ce colis',
      '<p><b>Shipping to</b><br>{{ variables.shipment.address | newline_to_br }}</p>':
        '<p><b>Livré à</b><br>{{ variables.shipment.address | newline_to_br }}</p>',
      '<p>Not home that day? Reply to this email and we’ll find another one.</p>':
        '<p>Personne à la maison ce jour-là ? Répondez-nous et nous en trouverons un autre.</p>',
    },
  },
};
