import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { SESSION_TOUCH_SECONDS } from '#domain/limits';
import { onServed } from '../ui/connection.ts';
import { deviceMs } from '../ui/date.ts';
import type { VisitEnd } from './idle-dialog.tsx';
import { keepSession } from './keep-session.ts';
import { lastUse, noteUse, onUseElsewhere } from './last-use.ts';
import { late } from './late.ts';
import { type Standing, standingAfter } from './session-standing.ts';

const IdleDialog = late(() => import('./idle-dialog.tsx'));

const OPEN: Standing = { kind: 'open', forMs: Number.POSITIVE_INFINITY };

/** Announces the end of a session that nobody uses, in this window or another, and says when it has come. */
export default function IdleWatch({ role, onEnd }: { role: Role; onEnd: (end: VisitEnd) => void }) {
  const standing = useStanding(role, onEnd);
  if (standing.kind !== 'ending') return null;
  return (
    <Suspense>
      <IdleDialog secondsLeft={standing.secondsLeft} onEnd={onEnd} />
    </Suspense>
  );
}

/** How long the session has not been used, in milliseconds; null when some window has ended it. */
function unusedMs(): number | null {
  const last = lastUse();
  return last === null ? null : deviceMs() - last;
}

function useStanding(role: Role, onEnd: (end: VisitEnd) => void): Standing {
  const [standing, setStanding] = useState<Standing>(OPEN);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    function look() {
      if (isOver) return;
      clearTimeout(timer);
      const unused = unusedMs();
      const next = unused === null ? null : standingAfter(role, unused);
      if (next === null || next.kind === 'over') {
        isOver = true;
        end(next === null ? 'elsewhere' : 'idle');
        return;
      }
      // What stays open need not be drawn anew.
      setStanding((before) => (before.kind === 'open' && next.kind === 'open' ? before : next));
      timer = setTimeout(look, next.kind === 'open' ? next.forMs : 1000);
    }
    function used() {
      if (isOver) return;
      noteUse(deviceMs());
      look();
    }

    used();
    const stops = [onServed(used), onUseElsewhere(look), onActivity(role, () => end('expired'))];
    // A device that slept has stopped the timers.
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      for (const stop of stops) stop();
    };
  }, [role]);

  return standing;
}

/** Who types or points uses the session, even when nothing is sent for a long while. */
function onActivity(role: Role, onExpired: () => void): () => void {
  let isAsking = false;
  async function keep() {
    const unused = unusedMs();
    if (isAsking || unused === null || unused < SESSION_TOUCH_SECONDS * 1000) return;
    // Once the end is announced, only the answer to that counts.
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
