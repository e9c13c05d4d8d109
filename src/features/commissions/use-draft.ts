import { useEffect, useRef, useState } from 'react';
import { session } from '#api/session.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { device } from '#offline/open-device.ts';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import { debounceMs, registerDraft } from './open-drafts.ts';

/** Begins with the name and the e-mail of the account. */
function newDraft(): RequestContent {
  const { user } = session.getState();
  if (!user) return { fields: emptyRequestFields, images: [] };
  const { firstName, lastName, email } = user;
  return { fields: { ...emptyRequestFields, name: `${firstName} ${lastName}`, email }, images: [] };
}

/** Whether anything was typed or chosen. */
function isBegun({ fields, images }: RequestContent): boolean {
  return images.length > 0 || Object.values(fields).some((text) => text !== '');
}

export interface Draft {
  /** Null until the saved draft has been read. */
  readonly content: RequestContent | null;
  readonly change: (content: RequestContent) => void;
  /** Saves the newest text now. @throws if the browser can't */
  readonly save: () => Promise<void>;
  /** Stops writing the draft, because it has been sent or queued. */
  readonly drop: () => void;
}

/** The custom request being written, saved on the device as the buyer types, so that closing the modal or the browser loses nothing. */
export function useDraft(): Draft {
  const [content, setContent] = useState<RequestContent | null>(null);
  const unsaved = useRef<RequestContent | null>(null);
  // Bound to the account signed in now: what is typed here must not reach the next account.
  const [requests] = useState(() => device().customRequests());

  useEffect(() => {
    let isShown = true;
    const show = (found: RequestContent | null) => {
      if (isShown) setContent(found && isBegun(found) ? found : newDraft());
    };
    requests.then((found) => found.draft()).then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, [requests]);

  const [save] = useState(() => async () => {
    const next = unsaved.current;
    if (!next) return;
    await (await requests).write(next);
    if (unsaved.current === next) unsaved.current = null;
  });

  useEffect(() => {
    if (content === null || unsaved.current === null) return;
    // If the device is full the draft isn't saved; sending still works.
    const timer = setTimeout(() => void save().catch(() => {}), debounceMs);
    return () => clearTimeout(timer);
  }, [content, save]);

  useEffect(() => {
    const saveNow = () => void save().catch(() => {});
    addEventListener('pagehide', saveNow);
    const unregister = registerDraft(save);
    return () => {
      unregister();
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [save]);

  return {
    content,
    change(next) {
      unsaved.current = next;
      setContent(next);
    },
    save,
    drop() {
      unsaved.current = null;
    },
  };
}
