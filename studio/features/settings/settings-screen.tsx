import { settingsCalls } from '#contract/studio/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { CartMailsCard } from './cart-mails-card.tsx';
import { PriceHoldCard } from './price-hold-card.tsx';
import { SellerCard } from './seller-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';

/** The studio's identity; the first screen of a shop that hasn't been set up. */
export default function SettingsScreen() {
  const settings = useAnswer(settingsCalls.settings);
  const isNew = settings.answer?.savedAt === null;

  return (
    <Page
      title="Settings"
      text={
        isNew
          ? 'Welcome! First, set up your shop details.'
          : 'Your details, as the shop shows them.'
      }
    >
      <Answered of={settings}>
        {(answer) => {
          const shared = { settings: answer, onSaved: settings.set, reload: settings.fetchLatest };
          return (
            <div className={parts.parts}>
              <SettingsForm {...shared} />
              <SellerCard />
              <PriceHoldCard {...shared} />
              <CartMailsCard {...shared} />
              <TimeZoneCard {...shared} />
            </div>
          );
        }}
      </Answered>
    </Page>
  );
}
