import type { pictures as en } from '../en/editor-pictures.ts';

export const pictures: typeof en = {
  label: 'Bild',
  choose: 'Bild auswählen',
  crop: 'Zuschneiden',
  noFile: 'Kein Bild aus Ihren Dateien; legen Sie eines hier ab, oder geben Sie unten eine Adresse an.',
  storeLogo: 'Das Logo des Shops.',
  chooseTitle: 'Bild auswählen',
  cropTitle: 'Bild zuschneiden',
  fromDevice: 'Von diesem Gerät',
  none: 'Laden Sie eines von diesem Gerät hoch.',
  upload: 'Hochladen',
  uploading: (name) => `${name} wird hochgeladen`,
  changed: (block) => `${block}: Bild geändert`,
  noPicture: (name) => `${name} ist kein Bild. In E-Mails lassen sich PNG, JPEG, GIF, WebP und SVG zeigen.`,
  blockGone: 'Den Block gibt es nicht mehr. Das Bild ist bei Ihren Dateien.',
  noRoom: 'Dort kann kein Bild stehen. Es ist bei Ihren Dateien.',
  area: { left: 'Von links', top: 'Von oben', width: 'Breite', height: 'Höhe' },
  areaLabel:
    'Was vom Bild verwendet wird: Pfeiltasten verschieben den Ausschnitt, mit Umschalt ändern sie seine Größe',
  result: (size) => `Hochgeladen werden ${size}.`,
  scaled: 'Größer wäre es hier nicht schärfer.',
  decorative: 'Schmückend: ohne das Bild geht nichts verloren',
  describe: 'Beschreiben Sie das Bild oben für alle, die es nicht sehen, oder setzen Sie dieses Häkchen.',
};
