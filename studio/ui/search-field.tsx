import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { limits } from '#contract/wire/limits.ts';
import { TextField } from '#ui/text-field.tsx';
import { toFirstPage } from './page-path.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
}

/** Filters a list by what is typed. The text is kept in the URL, so that Back, reload and links preserve it. */
export function SearchField({ label, hint, placeholder, maxLength = 64 }: SearchFieldProps) {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  /** What was typed last; pending until the URL has it. */
  const [{ text, isPending }, setTyped] = useState({ text: search, isPending: false });

  const send = useEffectEvent((last: string) => {
    const wanted = last.trim();
    // Setting the same URL again would go back to the first page, and stop a link that was just clicked.
    if (wanted !== search) {
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          toFirstPage(after);
          if (wanted === '') after.delete('search');
          else after.set('search', wanted);
          return after;
        },
        { replace: true },
      );
    }
    // The router changes the URL in a transition: before it ends, the field would show the URL's former text.
    startTransition(() => {
      setTyped((now) => (now.text === last ? { text: last, isPending: false } : now));
    });
  });

  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(send, limits.searchDebounceMs, text);
    return () => clearTimeout(timer);
  }, [text, isPending]);

  return (
    <TextField
      label={label}
      hint={hint}
      type="search"
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      value={isPending || text.trim() === search ? text : search}
      onChange={(typed) => setTyped({ text: typed, isPending: true })}
    />
  );
}
