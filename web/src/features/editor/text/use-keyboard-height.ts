import { useEffect, useState } from 'react';

/** How much of the page the keyboard of a phone covers. */
export function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () =>
      setHeight(Math.max(0, Math.round(window.innerHeight - seen.height * seen.scale - seen.offsetTop)));
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, []);
  return height;
}
