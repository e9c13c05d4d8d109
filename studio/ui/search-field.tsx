import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { limits } from '#contract/wire/limits.ts';
import { TextField } from '#ui/text-field.tsx';
import { toFirstPage } from './page-path.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly hint?: string;
}

/** Filters a list by what is typed. The text is kept in the URL, so that Back, reload and links preserve it. */
export function SearchField({ label, hint }: SearchFieldProps) {
  const [address, setAddress] = useSearchParams();
  /** What was typed and isn't in the URL yet. */
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          toFirstPage(after);
          if (typed.trim() === '') after.delete('search');
          else after.set('search', typed.trim());
          return after;
        },
        { replace: true },
      );
      setTyped(null);
    }, limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed, setAddress]);

  return (
    <TextField
      label={label}
      hint={hint}
      type="search"
      maxLength={64}
      autoComplete="off"
      value={typed ?? address.get('search') ?? ''}
      onChange={setTyped}
    />
  );
}
