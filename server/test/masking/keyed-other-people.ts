import type { Payload } from './sample.ts';

/** Also written after the rules: customers, contacts and other records about people. */
export const otherPeople: readonly Payload[] = [
  {
    from: 'customer list of an old system',
    data: {
      customerList: [
        {
          customer: { id: '1', currentEmail: '⟦olaf.hendrik@example.com⟧', statusId: 1 },
          customerInfo: [
            {
              firstName: '⟦Olaf⟧',
              lastName: '⟦Hendriksen⟧',
              gender: 'm',
              birthDate: '⟦1990-12-12⟧',
              mobilePhoneCountryCode: '+49',
              mobilePhoneNumber: '⟦123-44-66⟧',
            },
          ],
          customerAddress: [
            {
              cityId: '123',
              areaId: '321',
              addressLine1: '⟦Арбат⟧',
              addressLine2: '⟦Арбатская⟧',
              flatNumber: '⟦12⟧',
              district: '⟦Northern⟧',
              postcode: '⟦111222⟧',
              latitude: '⟦22.265033⟧',
              longitude: '⟦114.153⟧',
            },
          ],
        },
      ],
    },
  },
  {
    from: 'messaging contact',
    data: {
      type: 'contact.created',
      contactCreated: {
        id: '1824266594102064128',
        remarkName: 'Priority customer',
        nickName: '⟦Johnny D⟧',
        realName: '⟦Jonathan Smythe⟧',
        phoneNumber: '⟦+16315550111⟧',
        countryCode: 'US',
        countryName: 'United States',
        email: '⟦jd@example.com⟧',
        sourceType: 'api',
        sourceId: 'import_batch_123',
        lastConnectedNumber: '⟦+16315550122⟧',
        ownerEmail: '⟦agent@example.com⟧',
        tags: ['premium', 'newsletter'],
        customAttributes: { company: 'Cloud Inc', age: 25 },
      },
    },
  },
  {
    from: 'lead',
    data: {
      event_identifier: 'my-event-identifier',
      contact: {
        uuid: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
        email: '⟦lead@example.com.br⟧',
        name: '⟦Raimunda Teles⟧',
        job_title: 'Developer',
        website: 'http://site.example.com.br',
        personal_phone: '⟦48 3025 2598⟧',
        mobile_phone: '⟦48 99025 2598⟧',
        city: '⟦Florianópolis⟧',
        company: { name: 'Company Example 0' },
        funnel: { name: 'default', lifecycle_stage: 'Lead', contact_owner_email: '⟦boss@example.com.br⟧' },
      },
    },
  },
  {
    from: 'customer of a till',
    data: {
      customer: {
        id: 'JDKYHBWT1D4F8MFH63DBMEN8Y4',
        given_name: '⟦Amélie⟧',
        family_name: '⟦Earnshaw⟧',
        nickname: '⟦Mel⟧',
        email_address: '⟦amelie@example.com⟧',
        address: {
          address_line_1: '⟦500 Electric Ave⟧',
          address_line_2: '⟦Suite 600⟧',
          locality: '⟦New Haven⟧',
          sublocality: '⟦Westville⟧',
          administrative_district_level_1: 'CT',
          postal_code: '⟦06515⟧',
          country: 'US',
        },
        phone_number: '⟦+12035550101⟧',
        birthday: '⟦1998-09-21⟧',
        reference_id: 'REF-1',
        note: 'a customer',
        creation_source: 'THIRD_PARTY',
        tax_ids: { eu_vat: '⟦IE3426675K⟧' },
        company_name: 'Acme',
      },
    },
  },
  {
    from: 'structured data in a mail',
    data: {
      '@type': 'Order',
      orderNumber: '123-4567890-1234567',
      customer: { '@type': 'Person', name: '⟦Jan Hoekstra⟧' },
      billingAddress: {
        '@type': 'PostalAddress',
        name: '⟦Jan Hoekstra⟧',
        streetAddress: '⟦24 Willow Street⟧',
        addressLocality: '⟦San Martín⟧',
        addressRegion: 'CA',
        addressCountry: 'USA',
      },
      acceptedOffer: {
        '@type': 'Offer',
        itemOffered: { '@type': 'Product', name: 'Samsung Chromebook', sku: 'B009LL9VDG' },
        price: '249.99',
        priceCurrency: 'USD',
      },
      seller: { '@type': 'Organization', name: 'Example Electronics' },
    },
  },
  {
    from: 'export with titles as names',
    data: {
      'Billing Street': '⟦Akazienweg 3⟧',
      'Billing City': '⟦Bonn⟧',
      'Billing Postal Code': '⟦53111⟧',
      'Billing Country': 'Germany',
      'Contact Email': '⟦einkauf@example.de⟧',
      'Last Name': '⟦Rautenberg⟧',
      'Ship-To Name': '⟦Ulla Rautenberg⟧',
      'Organization Name': 'Rautenberg Werkzeuge',
      Industry: 'Tools',
      'Order Total': '88,00',
      'Buyer Phone #': '⟦0228 555 0134⟧',
      Kundennummer: '100245',
    },
  },
];
