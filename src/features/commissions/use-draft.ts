import { useEffect, useRef, useState } from 'react';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import { registerDraft, typingRestMs } from './open-drafts.ts';

const emptyDraft: RequestContent = { fields: emptyRequestFields, images: [] };

export interface Draft {
  /** Null until what was kept is read. */
  readonly content: RequestContent | null;
  readonly change: (content: RequestContent) => void;
  /** Keeps the newest words now. @throws when the browser can't */
  readonly keep: () => Promise<void>;
  /** It is somebody else's now: nothing of it is written any more. */
  readonly drop: () => void;
}

/** The custom request that is being written, kept on the device as it is: closing the window, or the browser, loses nothing. */
export function useDraft(): Draft {
  const [content, setContent] = useState<RequestContent | null>(null);
  const unkept = useRef<RequestContent | null>(null);
  // Of whoever is signed in now: when that changes, what is left here must not reach the next.
  const [requests] = useState(() => device().customRequests());

  useEffect(() => {
    let isShown = true;
    const show = (found: RequestContent | null) => {
      if (isShown) setContent(found ?? emptyDraft);
    };
    requests.then((found) => found.draft()).then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, [requests]);

  const [keep] = useState(() => async () => {
    const next = unkept.current;
    if (!next) return;
    await (await requests).write(next);
    if (unkept.current === next) unkept.current = null;
  });

  useEffect(() => {
    if (content === null || unkept.current === null) return;
    // A device that is full keeps nothing; sending still works.
    const timer = setTimeout(() => void keep().catch(() => {}), typingRestMs);
    return () => clearTimeout(timer);
  }, [content, keep]);

  useEffect(() => {
    const keepNow = () => void keep().catch(() => {});
    addEventListener('pagehide', keepNow);
    const unregister = registerDraft(keep);
    return () => {
      unregister();
      removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [keep]);

  return {
    content,
    change(next) {
      unkept.current = next;
      setContent(next);
    },
    keep,
    drop() {
      unkept.current = null;
    },
  };
}
