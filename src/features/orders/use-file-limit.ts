import { useEffect, useState } from 'react';
import { placeForFiles } from '#offline/files/file-keeping.ts';

/** The largest file in bytes that this browser can store; 0: it stores none. Infinity until that is known. */
export function useFileLimit(): number {
  const [maxBytes, setMaxBytes] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    let isShown = true;
    placeForFiles().then(
      (place) => {
        if (isShown) setMaxBytes(place?.maxBytes ?? 0);
      },
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  return maxBytes;
}
