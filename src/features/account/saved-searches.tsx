import { shopClient } from '#api/shop-client.ts';
import { useIsOwner } from '#api/use-is-owner.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import type { SavedSearch } from '#contract/shop/saved-search.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Switch } from '#ui/switch.tsx';
import { AccountPart } from './account-part.tsx';
import { PushSwitch } from './push-switch.tsx';
import listStyles from './saved-searches.module.css';
import { useRemoteList } from './use-remote-list.tsx';

const searchesOf = async (answer: Promise<{ readonly searches: readonly SavedSearch[] }>) =>
  (await answer).searches;
const askSearches = () => searchesOf(shopClient.request('savedSearches'));

const pushNote = {
  on: 'At most once a day, for all searches together.',
  off: 'At most once a day, for all searches together. Your browser will ask you first.',
} as const;

interface SearchRowProps {
  readonly search: SavedSearch;
  /** Undefined for a colleague, whom no e-mail reaches. */
  readonly onMail: undefined | ((hasMail: boolean) => void);
  readonly onDelete: () => void;
}

function SearchRow({ search, onMail, onDelete }: SearchRowProps) {
  const { label, path, hasMail } = search;
  return (
    <li className={listStyles.search}>
      <ShopLink className={listStyles.label} to={path}>
        {label}
      </ShopLink>
      {onMail && (
        <Switch isOn={hasMail} onChange={onMail}>
          By e-mail<span className="visually-hidden">: {label}</span>
        </Switch>
      )}
      <Button variant="icon" aria-label={`Delete the search for ${label}`} onClick={onDelete}>
        <Icon name="trash" size={22} />
      </Button>
    </li>
  );
}

/** The searches whose new designs the buyer hears of. */
export function SavedSearches() {
  const isOwner = useIsOwner();
  const list = useRemoteList<SavedSearch>({
    ask: askSearches,
    unreached: 'The shop can’t be reached, so your searches can’t be listed right now.',
    failed: messages.savedSearch.failed,
  });
  const { items: searches, isBusy } = list;
  return (
    <AccountPart id="searches" title="Saved searches" paper="sunshine" isWide>
      {list.unlisted}
      {searches?.length === 0 && (
        <p>
          None yet. <ShopLink to={paths.search.path}>Search</ShopLink> for something, or set filters
          in <ShopLink to={paths.shop.path}>the shop</ShopLink>, and press “Tell me about new
          designs” below the results.
        </p>
      )}
      {searches && searches.length > 0 && (
        <>
          <p>We tell you when we publish a design that matches, at most once a day.</p>
          <ul aria-busy={isBusy}>
            {searches.map((search) => {
              const params = { id: search.id };
              return (
                <SearchRow
                  key={search.id}
                  search={search}
                  onMail={
                    isOwner
                      ? (hasMail) =>
                          void list.change(() =>
                            searchesOf(
                              shopClient.request('changeSearch', { params, body: { hasMail } }),
                            ),
                          )
                      : undefined
                  }
                  onDelete={() =>
                    void list.change(() =>
                      searchesOf(shopClient.request('deleteSearch', { params })),
                    )
                  }
                />
              );
            })}
          </ul>
          <PushSwitch kind="newDesigns" note={pushNote}>
            Notify me on this device of new designs
          </PushSwitch>
        </>
      )}
    </AccountPart>
  );
}
