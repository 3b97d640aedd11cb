import { useEffect, useEffectEvent, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { SESSION_TOUCH_SECONDS } from '#domain/limits';
import { onServed } from '../ui/connection.ts';
import { deviceMs } from '../ui/date.ts';
import { lastUse, noteUse, onUseElsewhere, watchWhose } from '../ui/last-use.ts';
import { part } from '../ui/part.tsx';
import type { SessionEnd } from './idle-dialog.tsx';
import { keepSession } from './keep-session.ts';
import { type Standing, standingAfter } from './session-standing.ts';

const IdleDialog = part('IdleDialog', () => import('./idle-dialog.tsx'), { isOptional: true });

const OPEN: Standing = { kind: 'open', forMs: Number.POSITIVE_INFINITY };

type IdleWatchProps = { userId: string; role: Role; onEnd: (end: SessionEnd) => void };

/** Warns before an unused session ends, and reports its end, whichever window it happens in; shows no former person's screen. */
export function IdleWatch({ userId, role, onEnd }: IdleWatchProps) {
  const standing = useStanding(role, onEnd);
  useEffect(() => watchWhose(userId, () => location.reload()), [userId]);
  if (standing.kind !== 'ending') return null;
  return <IdleDialog secondsLeft={standing.secondsLeft} onEnd={onEnd} />;
}

/** Milliseconds since last use; null if any window has ended the session. */
function unusedMs(): number | null {
  const last = lastUse();
  return last === null ? null : deviceMs() - last;
}

function useStanding(role: Role, onEnd: (end: SessionEnd) => void): Standing {
  const [standing, setStanding] = useState<Standing>(OPEN);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    function check() {
      if (isOver) return;
      clearTimeout(timer);
      const unused = unusedMs();
      const next = unused === null ? null : standingAfter(role, unused);
      if (next === null || next.kind === 'over') {
        isOver = true;
        end(next === null ? 'elsewhere' : 'idle');
        return;
      }
      setStanding((before) => (before.kind === 'open' && next.kind === 'open' ? before : next));
      timer = setTimeout(check, next.kind === 'open' ? next.forMs : 1000);
    }
    function used() {
      if (isOver) return;
      noteUse(deviceMs());
      check();
    }

    used();
    const stops = [onServed(used), onUseElsewhere(check), onActivity(role, () => end('expired'))];
    // Timers stop while a device sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      for (const stop of stops) stop();
    };
  }, [role]);

  return standing;
}

/** Typing and pointing count as use, even if nothing is sent. */
function onActivity(role: Role, onExpired: () => void): () => void {
  let isAsking = false;
  async function keep() {
    const unused = unusedMs();
    if (isAsking || unused === null || unused < SESSION_TOUCH_SECONDS * 1000) return;
    // After the warning, only the user's answer counts.
    if (standingAfter(role, unused).kind !== 'open') return;
    isAsking = true;
    if ((await keepSession()) === 'ended') onExpired();
    isAsking = false;
  }
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) addEventListener(event, keep);
  return () => {
    for (const event of events) removeEventListener(event, keep);
  };
}
