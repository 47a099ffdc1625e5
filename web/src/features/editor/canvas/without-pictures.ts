/**
 * A mail as programs show it that fetch no pictures: what each is described by in its place, and an empty frame where
 * nothing is.
 */
export function takeOutPictures(page: Document): void {
  for (const picture of page.images) {
    picture.removeAttribute('src');
    picture.removeAttribute('srcset');
    picture.style.outline = '1px dashed #8a8f98';
    picture.style.outlineOffset = '-1px';
  }
  for (const element of page.querySelectorAll<HTMLElement>('[background]'))
    element.removeAttribute('background');
  for (const element of page.querySelectorAll<HTMLElement>('[style*="url("]')) {
    element.style.backgroundImage = 'none';
  }
}
