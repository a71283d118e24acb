/**
 * Tells somebody who looks elsewhere that they are needed: the number in the tab's title always; a sound and a notification once they were
 * turned on. Owns that each need is told of once.
 */
import type { FloorWait } from '@platen/contracts/floor/shop-floor';
import { useEffect, useRef, useState } from 'react';
import { getLanguage, useWords, wordsIn } from '../../kit/language.ts';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { shopWords } from '../shop-words.ts';
import { floorWords } from '../words/floor-words.ts';

const storedAs = 'platen-alarm';

function readOn(): boolean {
  try {
    return localStorage.getItem(storedAs) === 'on';
  } catch {
    return false;
  }
}

let audio: AudioContext | undefined;

/** Two short notes, the second higher. Browsers let a page sound only after somebody has touched it. */
async function playNotes(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const [index, hertz] of [659, 880].entries()) {
    const beginsAt = audio.currentTime + index * 0.18;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, beginsAt);
    loudness.gain.linearRampToValueAtTime(0.25, beginsAt + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, beginsAt + 0.4);
    tone.connect(loudness).connect(audio.destination);
    tone.start(beginsAt);
    tone.stop(beginsAt + 0.45);
  }
}

function notify(wait: FloorWait): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const { kinds } = wordsIn(floorWords, getLanguage());
  const about = wait.printer?.name ?? wait.job?.order_no ?? wait.agent?.name ?? '';
  try {
    // The same need in two tabs is one notification.
    new Notification(kinds[wait.kind], { body: about, tag: wait.id, icon: '/icon-192.png' });
  } catch {
    // Some phones notify from a service worker alone; the sound and the number are there.
  }
}

/** `(3) ` before whatever the page is called. */
function numberTitle(count: number): void {
  const plain = document.title.replace(/^\(\d+\) /, '');
  const wanted = count === 0 ? plain : `(${count}) ${plain}`;
  if (document.title !== wanted) document.title = wanted;
}

export function useNeedsAlarm(needs: readonly FloorWait[] | undefined): {
  isOn: boolean;
  setOn(on: boolean): Promise<void>;
} {
  const { sound } = useWords(shopWords);
  const [isOn, setOnState] = useState(readOn);
  const told = useRef<Set<string> | undefined>(undefined);
  const count = needs?.length ?? 0;

  useEffect(() => {
    numberTitle(count);
    // Pages name themselves whenever they like.
    const watch = new MutationObserver(() => numberTitle(count));
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [count]);

  useEffect(() => {
    if (!needs) return;
    const known = told.current;
    told.current = new Set(needs.map(({ id }) => id));
    // What was there before this page was opened is no news.
    const fresh = known ? needs.filter(({ id }) => !known.has(id)) : [];
    if (!isOn || fresh.length === 0) return;
    void playNotes().catch(() => {});
    if (document.hidden) for (const wait of fresh) notify(wait);
  }, [needs, isOn]);

  return {
    isOn,
    async setOn(on) {
      setOnState(on);
      try {
        localStorage.setItem(storedAs, on ? 'on' : 'off');
      } catch {
        // It holds until this page is closed.
      }
      showToast({ text: on ? sound.on : sound.off });
      if (!on) return;
      void playNotes().catch(() => {});
      if ('Notification' in globalThis && Notification.permission === 'default')
        await Notification.requestPermission();
    },
  };
}
