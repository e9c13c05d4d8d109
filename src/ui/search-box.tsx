import { useState } from 'react';
import { searchPath } from '#contract/paths.ts';
import { SearchForm } from './search-form.tsx';
import { useShopNavigate } from './use-shop-navigate.ts';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
}

/** Goes to the search screen on Enter or its button, and only with something to search for. */
export function SearchBox(props: SearchBoxProps) {
  const [text, setText] = useState('');
  const navigate = useShopNavigate();
  return (
    <SearchForm
      {...props}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSubmit={() => {
        const query = text.trim();
        if (query === '') return;
        setText('');
        navigate(searchPath(query));
      }}
    />
  );
}
