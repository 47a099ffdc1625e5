import type { views as en } from '../en/editor-views.ts';

export const views: typeof en = {
  more: 'Ansicht',
  mail: 'E-Mail',
  both: 'Computer und Telefon',
  text: 'Nur Text',
  withoutPictures: 'Ohne Bilder',
  inboxLine: 'Im Posteingang',
  beside: 'E-Mail auf einem Telefon',
  sender: 'Ihr Absender',
  article: 'Teekanne',
  noSubject: 'Kein Betreff',
  begins: 'Es gibt keine Vorschauzeile, darum zeigen Posteingänge den Anfang der E-Mail.',
  outOfDate: {
    title: 'Diese Seite ist veraltet',
    soon: 'Sie zeichnet E-Mails anders, als sie versendet werden, und wird gleich neu geladen.',
    unsaved:
      'Sie zeichnet E-Mails anders, als sie versendet werden. Laden Sie sie neu: Was nicht gespeichert ist, bleibt erhalten und wird Ihnen angeboten.',
    stillSo: 'Neu laden hat noch nicht geholfen. Bis dahin zeigt eine Test-E-Mail, was versendet wird.',
    reload: 'Neu laden',
  },
};
