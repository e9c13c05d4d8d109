import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { headerSearchId } from '#ui/header-search.ts';
import { SearchForm } from '#ui/search-form.tsx';
import { longestSearch } from './search-url.ts';
import type { SearchBox } from './use-search-url.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly box: SearchBox;
}

/**
 * The search box of a search screen; in the header it replaces the box of other screens. Searches after a
 * pause in typing, or at once on Enter; the designs below it serve as suggestions.
 */
export function SearchField({ label, placeholder, box }: SearchFieldProps) {
  const [place, setPlace] = useState<Element | null>(null);
  // Looked up before the paint: the header renders together with its first screen.
  useLayoutEffect(() => setPlace(document.getElementById(headerSearchId)), []);
  const { text, onChange, onCompositionEnd, ...events } = box;
  return (
    place &&
    createPortal(
      <SearchForm
        label={label}
        placeholder={placeholder}
        maxLength={longestSearch}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onCompositionEnd={(event) => onCompositionEnd(event.currentTarget.value)}
        {...events}
      />,
      place,
    )
  );
}
