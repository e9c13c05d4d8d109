import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { contactId } from '#contract/shop/thread.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { OwnConversation } from './own-conversation.tsx';

/** Writes to the studio about anything. An account sees what was written and answered so far. */
export function ContactScreen() {
  const designers = useShopSettings()?.designers ?? [];
  return (
    <div className="stack-4">
      <h1>Contact</h1>
      <p>Questions, praise, trouble: write to us.</p>
      <OwnConversation title="Write to us" kind="design" id={contactId} />
      <p className="note">
        What we store: <ShopLink to={paths.privacy.path}>Privacy</ShopLink>.
        {designers.length > 0 && ' Or by e-mail: '}
        {designers.map(({ name, email }, place) => (
          <span key={email}>
            {place > 0 && ', '}
            {name}, <a href={`mailto:${email}`}>{email}</a>
          </span>
        ))}
      </p>
    </div>
  );
}
