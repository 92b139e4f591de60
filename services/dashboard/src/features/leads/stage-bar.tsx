import { UnstyledButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import { useEffect, useRef } from 'react';
import { type Stage, stages } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './stage-bar.module.css';

/** Stages in order. The bar of a lost lead ends at `lost` instead of `won`. */
const steps = stages.filter((stage) => stage !== 'lost');

interface StageBarProps {
  readonly stage: Stage;
  /** Undefined for people who may not move the lead. */
  readonly onChoose?: ((stage: Stage) => void) | undefined;
  readonly isMoving: boolean;
}

interface StepProps extends StageBarProps {
  readonly step: Stage;
  readonly state: 'done' | 'current' | 'next';
}

function Step({ step, state, onChoose, isMoving }: StepProps) {
  const label = (
    <>
      {state === 'done' ? <IconCheck size={14} aria-hidden /> : null}
      {toLabel(step)}
    </>
  );
  if (onChoose === undefined || state === 'current') return <span className={classes.label}>{label}</span>;
  return (
    <UnstyledButton className={classes.label} disabled={isMoving} onClick={() => onChoose(step)}>
      <span className="visually-hidden">Set stage: </span>
      {label}
    </UnstyledButton>
  );
}

/** Shows the stage of a lead. A click on a stage moves the lead there. */
export function StageBar({ stage, onChoose, isMoving }: StageBarProps) {
  const bar = useRef<HTMLOListElement>(null);
  const shown = stage === 'lost' ? [...steps.slice(0, -1), stage] : steps;
  const place = shown.indexOf(stage);
  // On a phone the bar is wider than the window.
  useEffect(() => {
    const current = bar.current?.children[place];
    if (bar.current && current instanceof HTMLElement) bar.current.scrollLeft = current.offsetLeft - 24;
  }, [place]);
  return (
    <ol ref={bar} className={classes.bar} aria-label="Stage" data-stage={stage}>
      {shown.map((step, index) => {
        const done = stage === 'lost' ? 'next' : 'done';
        const state = index === place ? 'current' : index < place ? done : 'next';
        return (
          <li
            key={step}
            className={classes.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <Step step={step} state={state} stage={stage} onChoose={onChoose} isMoving={isMoving} />
          </li>
        );
      })}
    </ol>
  );
}
