import { useEffect, useState } from 'react';

/** A picture's address in the page: null while it loads, empty if it can't be loaded. */
export function usePicture(
  load: (pictureId: string) => Promise<Blob>,
  pictureId: string,
): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made = '';
    let isGone = false;
    load(pictureId).then(
      (blob) => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => {
        if (!isGone) setUrl('');
      },
    );
    return () => {
      isGone = true;
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [load, pictureId]);
  return url;
}
