import type { views as en } from '../en/editor-views.ts';

export const views: typeof en = {
  more: 'Ansicht',
  mail: 'E-Mail',
  both: 'Desktop und Smartphone',
  text: 'Nur Text',
  withoutPictures: 'Ohne Bilder',
  inboxLine: 'Im Posteingang',
  beside: 'E-Mail auf dem Smartphone',
  sender: 'Ihr Absender',
  article: 'Teekanne',
  noSubject: 'Kein Betreff',
  begins: 'Ohne Vorschautext zeigt der Posteingang den Anfang der E-Mail.',
  outOfDate: {
    title: 'Diese Seite ist veraltet',
    soon: 'Die Vorschau kann von den gesendeten E-Mails abweichen. Die Seite wird gleich neu geladen.',
    unsaved:
      'Die Vorschau kann von den gesendeten E-Mails abweichen. Laden Sie die Seite neu. Nicht gespeicherte Änderungen bleiben erhalten und werden Ihnen danach angeboten.',
    stillSo:
      'Die Seite ist auch nach dem Neuladen veraltet. Senden Sie sich so lange eine Test-E-Mail, um das Ergebnis zu prüfen.',
    reload: 'Neu laden',
  },
};
