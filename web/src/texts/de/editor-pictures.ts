import type { pictures as en } from '../en/editor-pictures.ts';

export const pictures: typeof en = {
  label: 'Bild',
  choose: 'Bild auswählen',
  crop: 'Zuschneiden',
  noFile: 'Noch kein Bild ausgewählt. Ziehen Sie eines hierher oder geben Sie unten eine URL ein.',
  storeLogo: 'Logo des Shops',
  chooseTitle: 'Bild auswählen',
  cropTitle: 'Bild zuschneiden',
  fromDevice: 'Von diesem Gerät',
  none: 'Laden Sie ein Bild von diesem Gerät hoch.',
  upload: 'Hochladen',
  uploading: (name) => `${name} wird hochgeladen`,
  changed: (block) => `${block}: Bild geändert`,
  noPicture: (name) =>
    `${name} wird als Bild nicht unterstützt. Verwenden Sie PNG, JPEG, GIF, WebP oder SVG.`,
  blockGone: 'Der Block wurde gelöscht. Sie finden das Bild unter „Dateien“.',
  noRoom: 'An dieser Stelle lässt sich kein Bild einfügen. Das hochgeladene Bild finden Sie unter „Dateien“.',
  area: { left: 'Von links', top: 'Von oben', width: 'Breite', height: 'Höhe' },
  areaLabel: 'Bildausschnitt: Mit den Pfeiltasten verschieben, mit Umschalt und Pfeiltasten die Größe ändern',
  result: (size) => `Größe nach dem Hochladen: ${size}.`,
  scaled: 'Ein größeres Bild wäre hier nicht schärfer.',
  decorative: 'Nur Dekoration, keine Beschreibung nötig',
  describe:
    'Beschreiben Sie das Bild oben für alle, die es nicht sehen können, oder markieren Sie es als Dekoration.',
};
