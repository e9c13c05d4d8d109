import { useEffect, useLayoutEffect } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { matchPath, type PathName, paths } from '#contract/paths.ts';

function setDescription(text: string): void {
  let meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (!meta) {
    meta = document.createElement('meta');
    meta.name = 'description';
    document.head.append(meta);
  }
  meta.content = text;
}

interface Head {
  /** Fills `{title}` of the path's title. */
  readonly title: string;
  readonly description?: string;
}

/**
 * Sets title and description of a screen whose words come with its data; pass null until they are
 * there. What the server wrote into the HTML stays until then.
 */
export function useDocumentHead(name: PathName, head: Head | null): void {
  const shop = useShopSettings()?.name;
  const title = head?.title;
  const description = head?.description;
  // With the heading, not after it: who waits for that reads the title out.
  useLayoutEffect(() => {
    if (title === undefined || shop === undefined) return;
    document.title = paths[name].title.replace('{title}', title).replace('{name}', shop);
    if (description !== undefined) setDescription(description);
  }, [name, title, description, shop]);
}

/** Title and description of every screen that the path table can name by itself. */
export function RouteHead({ pathname }: { readonly pathname: string }) {
  const shop = useShopSettings()?.name;
  useEffect(() => {
    const name = matchPath(pathname)?.name;
    if (name === undefined || shop === undefined) return;
    const { title, description } = paths[name];
    if (title.includes('{title}')) return;
    document.title = title.replace('{name}', shop);
    setDescription(description);
  }, [pathname, shop]);
  return null;
}
