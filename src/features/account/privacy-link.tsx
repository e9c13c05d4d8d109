import { paths } from '#contract/shop/paths.ts';

/** Opens beside the form that it belongs to, which Back would show empty. */
export function PrivacyLink() {
  return (
    <a href={paths.privacy.path} target="_blank" rel="noreferrer">
      Privacy
    </a>
  );
}
