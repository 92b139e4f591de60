import { useMode } from '../../api/workspace.js';
import { PlanLimits } from '../../components/plan-limits.js';
import { SettingsSection } from './settings-section.js';

/** The plan, and how much of its limits is used. */
export function PlanSection() {
  const mode = useMode();
  return (
    <SettingsSection title="Plan and limits" description={`What you and your programs ask of the ${mode} data.`}>
      <PlanLimits />
    </SettingsSection>
  );
}
