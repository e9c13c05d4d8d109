import { useState } from 'react';
import { useLocation } from 'react-router';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths, savedSearchesPath } from '#contract/shop/paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { chosenParameters, readFilters } from './filter-url.ts';
import styles from './save-search.module.css';
import { readSearchUrl } from './search-url.ts';

interface WordsAndFilters {
  readonly words: string;
  readonly filters: string;
}

/** What the URL of a listing looks for; null: everything, or nothing yet. */
function wantedOf(pathname: string, search: string): WordsAndFilters | null {
  const parameters = chosenParameters(readFilters(new URLSearchParams(search)));
  const filters = new URLSearchParams(parameters).toString();
  if (pathname === paths.search.path) {
    const { text } = readSearchUrl(search, 'query');
    return text === '' ? null : { words: text, filters };
  }
  return pathname !== paths.shop.path || filters === '' ? null : { words: '', filters };
}

function SaveButton({
  wanted,
  onSaved,
}: {
  readonly wanted: WordsAndFilters;
  readonly onSaved: () => void;
}) {
  const [isBusy, begin] = useBusy(messages.savedSearch.failed);

  const save = () =>
    begin(async () => {
      await shopClient.request('saveSearch', { body: wanted });
      toast.success(messages.savedSearch.saved);
      onSaved();
    });

  return (
    <Button variant="paper" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
      <Icon name="search" size={22} />
      Tell me about new designs
    </Button>
  );
}

/** Saves what a listing looks for, so that the buyer hears about new designs; renders nothing for a listing of everything. */
export default function SaveSearch() {
  const { pathname, search } = useLocation();
  const isSignedIn = useSession(({ user }) => user !== null);
  const [saved, setSaved] = useState<string | null>(null);
  const wanted = wantedOf(pathname, search);
  if (!wanted) return null;
  const key = JSON.stringify(wanted);
  if (saved === key) {
    return (
      <p className={styles.saved} role="status">
        {messages.savedSearch.saved}.{' '}
        <ShopLink to={savedSearchesPath}>Your saved searches</ShopLink>
      </p>
    );
  }
  return isSignedIn ? (
    <SaveButton wanted={wanted} onSaved={() => setSaved(key)} />
  ) : (
    <LinkButton variant="paper" to={paths.signIn.path} state={{ from: `${pathname}${search}` }}>
      <Icon name="search" size={22} />
      Sign in to hear about new designs
    </LinkButton>
  );
}
