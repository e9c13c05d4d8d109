import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '#contract/shop/paths.ts';
import { openMoodyNetwork } from './moody-network.ts';
import { openPhone, type PhoneHome } from './phone.ts';

export interface PhoneHomes {
  /** With what a first visit to a shop filled by `fill` stored: that visit happens once for each `name`. */
  after(name: number, fill: (dataDir: string) => Promise<void>): Promise<PhoneHome>;
  end(): Promise<void>;
}

export async function openPhoneHomes(): Promise<PhoneHomes> {
  let port = 0;
  const network = await openMoodyNetwork(() => port);
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-homes-'));
  const lead = (shopPort: number) => {
    port = shopPort;
  };
  const homes = new Map<number, PhoneHome>();
  return {
    async after(name, fill) {
      const known = homes.get(name);
      if (known) return known;
      const home = { network, lead, profile: join(folder, String(name)) };
      const phone = await openPhone(fill, { network, lead });
      await phone.visit(paths.home.path);
      await phone.close();
      cpSync(phone.folder, home.profile, { recursive: true });
      await phone.end();
      homes.set(name, home);
      return home;
    },
    async end() {
      await network.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
