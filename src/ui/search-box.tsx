import { type ComponentType, useRef, useState } from 'react';
import { searchPath } from '#contract/shop/paths.ts';
import { SearchForm } from './search-form.tsx';
import { useShopNavigate } from './use-shop-navigate.ts';

/** The component shown below a search box while typing. */
export interface SearchSuggestionsProps {
  readonly text: string;
  /** The element that holds the input and the suggestions. */
  readonly box: HTMLElement;
  /** Called when a suggestion was followed; the box can be emptied. */
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

/** A search box that opens the search screen on Enter or its button, unless it is empty. */
export function SearchBox({ loadSuggestions, ...props }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps> | null>(
    null,
  );
  const box = useRef<HTMLElement>(null);
  const navigate = useShopNavigate();

  function load(): void {
    if (Suggestions) return;
    // Without its code the box still searches.
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
