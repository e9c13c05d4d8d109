import { type ComponentType, useRef, useState } from 'react';
import { searchPath } from '#contract/shop/paths.ts';
import { SearchForm } from './search-form.tsx';
import { useShopNavigate } from './use-shop-navigate.ts';

/** What is shown below a search box while somebody types. */
export interface SearchSuggestionsProps {
  readonly text: string;
  /** Holds the input and the suggestions. */
  readonly box: HTMLElement;
  /** A suggestion was followed: the box can be emptied. */
  readonly onChosen: () => void;
}

export type LoadSuggestions = () => Promise<{ default: ComponentType<SearchSuggestionsProps> }>;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
  /** Loaded when the box is first used, so that no page waits for it. */
  readonly loadSuggestions?: LoadSuggestions | undefined;
}

/** Goes to the search screen on Enter or its button, and only with something to search for. */
export function SearchBox({ loadSuggestions, ...props }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps> | null>(
    null,
  );
  const box = useRef<HTMLElement>(null);
  const navigate = useShopNavigate();

  function load(): void {
    if (Suggestions) return;
    // Without its code the box searches all the same.
    loadSuggestions?.().then(
      (loaded) => setSuggestions(() => loaded.default),
      () => {},
    );
  }

  return (
    <SearchForm
      {...props}
      box={box}
      value={text}
      onFocus={load}
      onChange={(event) => setText(event.target.value)}
      onSubmit={() => {
        const query = text.trim();
        if (query === '') return;
        setText('');
        navigate(searchPath(query));
      }}
    >
      {Suggestions && box.current && (
        <Suggestions text={text} box={box.current} onChosen={() => setText('')} />
      )}
    </SearchForm>
  );
}
