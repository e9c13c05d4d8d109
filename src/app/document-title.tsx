import { useEffect, useLayoutEffect } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { matchPath, type PathName, paths } from '#contract/shop/paths.ts';

/**
 * Sets the title of a screen whose title depends on its data: `title` replaces `{title}` in the path's
 * title; pass null until it has loaded. Until then the title from the server's HTML stays.
 */
export function useDocumentTitle(name: PathName, title: string | null): void {
  const shop = useShopSettings()?.name;
  // Set together with the heading, because a screen reader reads the title as soon as the heading appears.
  useLayoutEffect(() => {
    if (title === null || shop === undefined) return;
    document.title = paths[name].title.replace('{title}', title).replace('{name}', shop);
  }, [name, title, shop]);
}

/** Sets the title of a screen whose title the path table has. */
export function RouteTitle({ pathname }: { readonly pathname: string }) {
  const settings = useShopSettings();
  const shop = settings?.name;
  const homeTitle = settings?.texts?.homeTitle;
  useEffect(() => {
    const name = matchPath(pathname)?.name;
    if (name === undefined || shop === undefined) return;
    const title = (name === 'home' && homeTitle) || paths[name].title;
    if (!title.includes('{title}')) document.title = title.replace('{name}', shop);
  }, [pathname, shop, homeTitle]);
  return null;
}
