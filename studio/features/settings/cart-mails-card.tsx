import {
  type CartMails,
  cartMails,
  type StudioSettings,
  settingsCalls,
} from '#contract/studio/settings.ts';
import { request } from '../../api/studio-client.ts';
import { SettingCard } from './setting-card.tsx';

interface CartMailsCardProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  readonly reload: () => Promise<StudioSettings | null>;
}

const labels: Readonly<Record<CartMails, string>> = {
  off: 'Nobody',
  on: 'Buyers who get news, once',
};

const choiceOf = (value: string) => cartMails.find((each) => each === value) ?? 'off';

/** Chooses whether buyers are mailed about designs left in their cart. */
export function CartMailsCard({ settings, onSaved, reload }: CartMailsCardProps) {
  return (
    <SettingCard
      title="E-mails about full carts"
      text="A day after the last change of a cart, its buyer gets one e-mail that lists the designs, and no other until they have ordered. Only buyers who confirmed that they want news get it. Its words are under Texts, “E-mails to buyers”."
      label="E-mail about full carts"
      value={settings.cartMails}
      options={cartMails.map((value) => ({ value, label: labels[value] }))}
      save={(value, from) =>
        request(settingsCalls.setCartMails, {
          body: { from: choiceOf(from), cartMails: choiceOf(value) },
        })
      }
      onSaved={onSaved}
      reload={reload}
    />
  );
}
